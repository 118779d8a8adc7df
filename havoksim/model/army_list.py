"""An army list: the warrior types of one faction, from which a force is bought (HVK-FORCE-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from havoksim.foundation.errors import InputError, unknown_name
from havoksim.model.warrior import Warrior


@dataclass(frozen=True, slots=True)
class ArmyList:
    """The types of one faction, by id.

    Examples
    --------
    >>> from havoksim.model.loading import load_army_list
    >>> karn = load_army_list("karn_empire")
    >>> karn["karn_trooper"].battle_rating, len(karn), "banshee" in karn
    (10, 8, True)
    """

    #: Short name, such as ``karn_empire``.
    id: str
    #: Name for titles.
    name: str
    #: Its types in the order of the file.
    warriors: tuple[Warrior, ...]
    #: Where the list comes from.
    source: str = field(default="", compare=False)

    def __getitem__(self, warrior_id: str) -> Warrior:
        for warrior in self.warriors:
            if warrior_id in (warrior.id, warrior.full_id):
                return warrior
        raise InputError(unknown_name("warrior type", warrior_id, self.ids, where=self.id))

    def __contains__(self, warrior_id: object) -> bool:
        return any(warrior_id in (warrior.id, warrior.full_id) for warrior in self.warriors)

    def __iter__(self) -> Iterator[Warrior]:
        return iter(self.warriors)

    def __len__(self) -> int:
        return len(self.warriors)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of its types."""
        return tuple(warrior.id for warrior in self.warriors)

    def with_warriors(self, changed: Iterable[Warrior]) -> ArmyList:
        """Return the list with some of its types replaced by those of the same id."""
        new = {warrior.id: warrior for warrior in changed}
        return replace(self, warriors=tuple(new.get(warrior.id, warrior) for warrior in self.warriors))
