"""Is a sample drawn from the law that it claims? The false-alarm rate of all statistical tests is stated here.

All seeds are fixed, so a test that passes once passes always. The rate speaks of the day on which a seed or a stream
is changed: with `FAMILY` shared out among at most `MOST_TESTS` comparisons, a right sampler fails any of them with a
chance of one in a million.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

#: Chance that right samplers fail at least one comparison.
FAMILY = 1e-6
#: Comparisons of the whole tree, rounded up generously.
MOST_TESTS = 1000
#: Smallest p-value of one comparison that is let through.
LEAST_P = FAMILY / MOST_TESTS
#: Outcomes with a smaller expected count are put together.
LEAST_EXPECTED = 30.0


def p_value(counts: NDArray[np.int64] | Sequence[int], law: NDArray[np.float64] | Sequence[float]) -> float:
    """Return the p-value of Pearson's chi-square of counts against a law; outcomes beyond the law are impossible."""
    from scipy.stats import chi2

    counted = np.asarray(counts, dtype=np.float64).ravel()
    expected = np.asarray(law, dtype=np.float64).ravel()
    size = max(len(counted), len(expected))
    counted = np.pad(counted, (0, size - len(counted)))
    expected = np.pad(expected, (0, size - len(expected))) * counted.sum()
    rare = expected < LEAST_EXPECTED
    if counted[expected == 0.0].any():
        return 0.0
    cells_counted = np.append(counted[~rare], counted[rare].sum())
    cells_expected = np.append(expected[~rare], expected[rare].sum())
    if cells_expected[-1] < LEAST_EXPECTED and len(cells_expected) > 1:  # too little even together: join the last cell
        cells_counted = np.append(cells_counted[:-2], cells_counted[-2:].sum())
        cells_expected = np.append(cells_expected[:-2], cells_expected[-2:].sum())
    if len(cells_expected) < 2:
        return 1.0
    statistic = float(((cells_counted - cells_expected) ** 2 / cells_expected).sum())
    return float(chi2.sf(statistic, len(cells_expected) - 1))


def assert_drawn_from(counts, law):
    """Fail if the counts are too far from the law."""
    found = p_value(counts, law)
    assert found > LEAST_P, f"p = {found:.3g} for counts {np.asarray(counts).ravel()[:12]}"


def joint_counts(first, second, shape):
    """Return how often each pair of results came up, in a matrix of at least that shape."""
    rows, columns = max(shape[0], int(first.max()) + 1), max(shape[1], int(second.max()) + 1)
    flat = np.bincount(first.astype(np.int64) * columns + second, minlength=rows * columns)
    return flat.reshape(rows, columns)


def padded(law, shape):
    """Return a matrix filled up with zeros to a shape."""
    return np.pad(law, [(0, shape[0] - law.shape[0]), (0, shape[1] - law.shape[1])])
