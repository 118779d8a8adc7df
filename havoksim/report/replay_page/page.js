
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const sides = ["a", "b"];
  const [W, H] = data.table;
  const steps = data.steps;
  const byId = (id) => document.getElementById(id);
  const board = byId("board");

  // ------------------------------------------------------------------ making elements; text is always text

  const fill = (node, attributes, children) => {
    for (const [key, value] of Object.entries(attributes || {})) if (value !== null && value !== undefined) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const up = (y) => H - y;
  const inches = (hundredths) => `${+(hundredths / 100).toFixed(2)}\u2033`;

  const unitOf = (model) => data.models[model][0];
  const typeOfUnit = (unit) => data.types[data.units[unit].t];
  const typeOf = (model) => typeOfUnit(unitOf(model));
  const radius = (model) => typeOf(model).r;
  const strength = (model) => typeOf(model).card[4];
  const rating = (model) => typeOf(model).card[6];
  const unitName = (unit) => `${typeOfUnit(unit).name} ${data.units[unit].n}`;
  const modelName = (model) => data.units[unitOf(model)].m.length > 1 ? `${unitName(unitOf(model))}.${data.models[model][1]}` : unitName(unitOf(model));

  const reference = ([kind, number]) => {
    if (kind === "s") return el("span", { class: `who ${sides[number]}` }, data.names[sides[number]]);
    const unit = kind === "u" ? number : kind === "m" ? unitOf(number) : null;
    const type = kind === "t" ? data.types[number] : typeOfUnit(unit);
    const name = kind === "t" ? type.name : kind === "u" ? unitName(number) : modelName(number);
    const node = el("span", { class: `who ${type.s}` }, el("span", { class: "sign" }, type.l), name);
    if (unit !== null) node.addEventListener("click", () => pick(unit));
    return node;
  };
  const sentence = (parts) => (parts || []).map((part) => typeof part === "string" ? part : reference(part));
  const plain = (parts) => (parts || []).map((part) => {
    if (typeof part === "string") return part;
    const [kind, number] = part;
    if (kind === "s") return data.names[sides[number]];
    const type = kind === "t" ? data.types[number] : typeOfUnit(kind === "u" ? number : unitOf(number));
    return `${type.s}'s ${kind === "t" ? type.name : kind === "u" ? unitName(number) : modelName(number)}`;
  }).join("");

  // ------------------------------------------------------------------ the battle up to an event

  const strengths = data.models.map((_, model) => strength(model));
  const blank = () => ({ at: data.models.map(() => null), on: data.models.map(() => -1), left: strengths.slice(), dead: data.models.map(() => false), acted: new Set() });
  const apply = (state, step) => {
    if (step.k === "turn") state.acted = new Set();
    if ("ty" in step) state.acted.add(step.ty);
    for (const [model, x, y] of step.pl || []) { state.on[model] = -1; state.at[model] = [x, y]; }
    for (const [model, path] of step.mv || []) { state.on[model] = -1; if (path.length) state.at[model] = path.slice(-2); }
    for (const [model, carrier] of step.ab || []) { state.on[model] = carrier; state.at[model] = null; }
    for (const [model, left] of step.w || []) state.left[model] = left;
    for (const model of step.x || []) { state.at[model] = place(state, model); state.on[model] = -1; state.dead[model] = true; }
    return state;
  };
  const place = (state, model) => state.on[model] >= 0 ? state.at[state.on[model]] : state.at[model];
  const hidden = (state, model) => {
    const carrier = state.on[model];
    return carrier >= 0 && (state.dead[carrier] || typeOf(carrier).in);
  };
  const before = (event) => { const state = blank(); for (let i = 0; i < event; i += 1) apply(state, steps[i]); return state; };

  // ------------------------------------------------------------------ the table, drawn once

  // Room around the table for rulers and the names of the edges.
  const lengthways = Object.values(data.edges).some((edge) => edge === "west" || edge === "east");
  const [padLeft, padRight, padTop, padBottom] = lengthways ? [330, 190, 60, 190] : [190, 110, 190, 310];
  const whole = [-padLeft, -padTop, W + padLeft + padRight, H + padTop + padBottom];
  board.append(draw("clipPath", { id: "on-table" }, draw("rect", { x: 0, y: 0, width: W, height: H })));
  const layer = (clip) => board.appendChild(draw("g", { "clip-path": clip || null }));
  const ground = layer(), trails = layer(), fallen = layer(), rings = layer("url(#on-table)"), bases = layer(), actions = layer();
  bases.setAttribute("id", "bases");

  const drawTable = () => {
    ground.append(draw("rect", { class: "grass", x: 0, y: 0, width: W, height: H }));
    for (let x = 600; x < W; x += 600) ground.append(draw("line", { class: x % 1200 ? "grid" : "grid foot", x1: x, x2: x, y1: 0, y2: H }));
    for (let y = 600; y < H; y += 600) ground.append(draw("line", { class: y % 1200 ? "grid" : "grid foot", x1: 0, x2: W, y1: up(y), y2: up(y) }));
    for (let x = 0; x <= W; x += 1200) ground.append(draw("text", { class: "ruler", x, y: H + 150 }, inches(x)));
    for (let y = 1200; y <= H; y += 1200) ground.append(draw("text", { class: "ruler", x: -95, y: up(y) + 32 }, inches(y)));
    for (const [side, edge] of Object.entries(data.edges)) drawZone(side, edge);
    for (const piece of data.pieces) drawPiece(piece);
  };

  const drawZone = (side, edge) => {
    const z = data.zone;
    const flat = edge === "north" || edge === "south";
    const box = { north: [0, 0, W, z], south: [0, H - z, W, z], west: [0, 0, z, H], east: [W - z, 0, z, H] }[edge];
    ground.append(draw("rect", { class: `zone ${side}`, x: box[0], y: box[1], width: box[2], height: box[3] }));
    const inner = { north: z, south: H - z, west: z, east: W - z }[edge];
    ground.append(draw("line", flat ? { class: `zone-line ${side}`, x1: 0, x2: W, y1: inner, y2: inner } : { class: `zone-line ${side}`, x1: inner, x2: inner, y1: 0, y2: H }));
    const spot = { north: [W / 2, -65], south: [W / 2, H + 270], west: [0, 0], east: [0, 0] }[edge];
    const turned = { west: `translate(-225 ${H / 2}) rotate(-90)`, east: `translate(${W + 70} ${H / 2}) rotate(90)` }[edge];
    const name = data.names[side].length > 34 ? `${data.names[side].slice(0, 33)}\u2026` : data.names[side];
    const label = draw("text", { class: `edge-name ${side}`, x: spot[0], y: spot[1], transform: turned || null }, name);
    ground.append(label);
  };

  const drawPiece = (piece) => {
    const kind = ["hill", "wood", "building"].includes(piece.kind) ? piece.kind : "building";
    const group = draw("g");
    const outline = (shrink) => "r" in piece
      ? draw("circle", { cx: piece.x, cy: up(piece.y), r: piece.r * shrink })
      : draw("polygon", { points: piece.p.map(([x, y]) => `${piece.x + (x - piece.x) * shrink},${up(piece.y + (y - piece.y) * shrink)}`).join(" ") });
    const add = (node, name) => { node.setAttribute("class", name); group.append(node); };
    add(outline(1), kind);
    if (kind === "hill") { add(outline(0.66), "hill-top"); add(outline(0.34), "hill-top"); }
    const size = "r" in piece ? piece.r : Math.min(...piece.p.map(([x, y]) => Math.hypot(x - piece.x, y - piece.y)));
    if (kind === "wood") for (let i = 0; i < 7; i += 1) {
      const turn = i * 2.4, far = size * 0.72 * Math.sqrt((i + 0.4) / 7);
      group.append(draw("circle", { class: "tree", cx: piece.x + far * Math.cos(turn), cy: up(piece.y + far * Math.sin(turn)), r: size * 0.17 }));
    }
    if (kind === "building" && piece.p) for (const [x, y] of piece.p) group.append(draw("line", { class: "roof", x1: piece.x, y1: up(piece.y), x2: x, y2: up(y) }));
    group.append(draw("text", { class: "ground-name", x: piece.x, y: up(piece.y) + 26 }, piece.kind));
    ground.append(group);
  };

  const tokens = data.models.map((_, model) => {
    const type = typeOf(model), r = type.r;
    const number = data.units[unitOf(model)].n;
    const token = draw("g", { class: `base ${type.s}${type.v ? " vehicle" : ""}` },
      draw("title", {}, `${modelName(model)} (${data.names[type.s]})`),
      draw("circle", { class: "halo", r: r + 26 }),
      draw("circle", { class: "disc", r: r - (type.s === "b" ? (type.v ? 18 : 12) : 7) }),
      draw("circle", { class: "hurt-back", r: r + 4, visibility: "hidden" }),
      draw("circle", { class: "hurt", r: r + 4, pathLength: strength(model), transform: "rotate(-90)", visibility: "hidden" }),
      draw("text", { y: -r * 0.2, "font-size": r * 0.82 }, type.l),
      draw("text", { class: "number", y: r * 0.46, "font-size": r * 0.6 }, String(number)));
    token.addEventListener("click", () => pick(unitOf(model)));
    return bases.appendChild(token);
  });
  // Riders are drawn on top of what carries them, and small bases on top of large ones.
  for (const model of data.models.map((_, i) => i).sort((p, q) => radius(q) - radius(p))) bases.append(tokens[model]);
  const [tokenHalo, tokenHurtBack, tokenHurt] = [1, 3, 4];

  // ------------------------------------------------------------------ one event

  let now = 0, playing = null, picked = null, moving = 0;

  const along = (path, share) => {
    const legs = [];
    let total = 0;
    for (let i = 2; i < path.length; i += 2) { const leg = Math.hypot(path[i] - path[i - 2], path[i + 1] - path[i - 1]); legs.push(leg); total += leg; }
    let rest = total * share;
    for (let i = 0; i < legs.length; i += 1) {
      if (rest <= legs[i] && legs[i] > 0) { const f = rest / legs[i]; return [path[2 * i] + (path[2 * i + 2] - path[2 * i]) * f, path[2 * i + 1] + (path[2 * i + 3] - path[2 * i + 1]) * f]; }
      rest -= legs[i];
    }
    return path.slice(-2);
  };

  const cross = (x, y, r, name) => [draw("line", { class: name, x1: x - r, y1: y - r, x2: x + r, y2: y + r }), draw("line", { class: name, x1: x - r, y1: y + r, x2: x + r, y2: y - r })];

  const showTokens = (state, step, share) => {
    const dying = new Set(step.x || []);
    // In a fight the two fighters are marked, else whole units.
    const pairs = [...(step.cc || []), ...(step.ps || [])];
    const members = (units) => (units || []).flatMap((unit) => data.units[unit].m);
    const acting = new Set(pairs.length ? pairs.map((pair) => pair[0]) : members(step.a));
    const targets = new Set(pairs.length ? pairs.map((pair) => pair[1]) : members(step.g));
    const paths = new Map(share < 1 ? (step.mv || []) : []);
    const loads = new Map();
    fallen.replaceChildren();
    tokens.forEach((token, model) => {
      let spot = place(state, model);
      if (paths.has(model) && paths.get(model).length) spot = along(paths.get(model), share);
      else if (state.on[model] >= 0 && paths.has(state.on[model])) spot = along(paths.get(state.on[model]), share);
      if (spot && state.dead[model] && !dying.has(model)) fallen.append(...cross(spot[0], up(spot[1]), Math.min(radius(model), 75) * 0.5, "fallen"));
      const inside = hidden(state, model);
      if (inside && spot && !state.dead[state.on[model]]) loads.set(state.on[model], (loads.get(state.on[model]) || 0) + 1);
      const shown = spot && !inside && (!state.dead[model] || dying.has(model));
      token.style.display = shown ? "" : "none";
      if (!shown) return;
      token.setAttribute("transform", `translate(${spot[0].toFixed(1)} ${up(spot[1]).toFixed(1)})`);
      const unit = unitOf(model), list = token.classList;
      list.toggle("acting", acting.has(model) && step.k !== "activate" && step.k !== "deploy");
      list.toggle("target", targets.has(model) && !acting.has(model));
      list.toggle("picked", picked === unit);
      list.toggle("dying", dying.has(model));
      const hurt = state.left[model] < strength(model) && !state.dead[model];
      token.children[tokenHurtBack].setAttribute("visibility", hurt ? "visible" : "hidden");
      token.children[tokenHurt].setAttribute("visibility", hurt ? "visible" : "hidden");
      if (hurt) token.children[tokenHurt].setAttribute("stroke-dasharray", `${state.left[model]} ${strength(model)}`);
    });
    return loads;
  };

  const showActions = (state, step, loads) => {
    actions.replaceChildren(); trails.replaceChildren(); rings.replaceChildren();
    const side = step.s || "a";
    for (const [model, path] of step.mv || []) {
      if (path.length < 2) continue;
      const points = [];
      for (let i = 0; i < path.length; i += 2) points.push(`${path[i]},${up(path[i + 1])}`);
      const own = typeOf(model).s;
      trails.append(draw("circle", { class: `ghost line-${own}`, cx: path[0], cy: up(path[1]), r: radius(model) - 5 }),
        draw("polyline", { class: `trail line-${own}`, points: points.join(" ") }));
    }
    let nearest = null;
    for (const [from, to, distance, cover] of step.sh || []) {
      const p = place(state, from), q = place(state, to);
      if (!p || !q) continue;
      arrow(p, q, radius(state.on[from] >= 0 ? state.on[from] : from), radius(to), `shot line-${side}${cover ? " cover" : ""}`, `fill-${side}`);
      if (nearest === null || distance < nearest[2]) nearest = [p, q, distance, from];
    }
    if (nearest && nearest[2] > 300) {
      const [p, q, distance] = nearest;
      actions.append(draw("text", { class: "tag", x: (p[0] + q[0]) / 2, y: up((p[1] + q[1]) / 2) - 60 }, inches(distance)));
    }
    for (const [from, to] of step.cc || []) zigzag(place(state, from), place(state, to), radius(from), radius(to));
    for (const [from, to] of step.ps || []) {
      const p = place(state, from), q = place(state, to);
      if (p && q) {
        const bend = [(p[0] + q[0]) / 2 + (q[1] - p[1]) * 0.25, (p[1] + q[1]) / 2 - (q[0] - p[0]) * 0.25];
        actions.append(draw("path", { class: "mind", d: `M${p[0]} ${up(p[1])}Q${bend[0]} ${up(bend[1])} ${q[0]} ${up(q[1])}` }));
      }
    }
    for (const [model] of step.ex || []) {
      const p = place(state, model);
      if (!p) continue;
      const points = [];
      for (let i = 0; i < 24; i += 1) { const r = radius(model) * (i % 2 ? 0.85 : 1.5); points.push(`${p[0] + r * Math.sin(i * Math.PI / 12)},${up(p[1]) - r * Math.cos(i * Math.PI / 12)}`); }
      actions.append(draw("polygon", { class: "blast", points: points.join(" ") }));
    }
    for (const model of step.x || []) { const p = place(state, model); if (p && !hidden(state, model)) actions.append(...cross(p[0], up(p[1]), radius(model) * 0.72, "dying-mark")); }
    for (const [model, many] of loads) { const p = state.at[model]; actions.append(draw("text", { class: "load", x: p[0], y: up(p[1]) + radius(model) + 80 }, `${many} inside`)); }
    if (byId("ranges").checked) showRanges(state, nearest);
  };

  const arrow = (p, q, from, to, name, tip) => {
    const dx = q[0] - p[0], dy = q[1] - p[1], d = Math.hypot(dx, dy) || 1;
    const ux = dx / d, uy = dy / d;
    const room = Math.max(d - from - to, 20), start = [p[0] + ux * from, p[1] + uy * from];
    const end = [start[0] + ux * room, start[1] + uy * room], head = Math.min(95, room);
    const neck = [end[0] - ux * head, end[1] - uy * head];
    actions.append(draw("line", { class: name, x1: start[0], y1: up(start[1]), x2: neck[0], y2: up(neck[1]) }),
      draw("polygon", { class: tip, points: `${end[0]},${up(end[1])} ${neck[0] - uy * 42},${up(neck[1] + ux * 42)} ${neck[0] + uy * 42},${up(neck[1] - ux * 42)}` }));
  };

  const zigzag = (p, q, from, to) => {
    if (!p || !q) return;
    const d = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, ux = (q[0] - p[0]) / d, uy = (q[1] - p[1]) / d;
    const middle = [p[0] + ux * (from + (d - from - to) / 2), p[1] + uy * (from + (d - from - to) / 2)];
    const r = 48;
    actions.append(draw("circle", { class: "fight", cx: middle[0], cy: up(middle[1]), r: r * 1.6 }));
    for (const [sx, sy] of [[1, 1], [1, -1]]) actions.append(draw("line", { class: "fight", x1: middle[0] - sx * r, y1: up(middle[1]) - sy * r, x2: middle[0] + sx * r, y2: up(middle[1]) + sy * r }));
  };

  const showRanges = (state, nearest) => {
    let centre = null, r = 0;
    if (nearest) { const from = nearest[3]; centre = nearest[0]; r = radius(state.on[from] >= 0 ? state.on[from] : from); }
    else if (picked !== null) {
      const model = data.units[picked].m.find((one) => !state.dead[one] && place(state, one));
      if (model !== undefined) { centre = place(state, model); r = radius(model); }
    }
    if (!centre) return;
    for (const band of data.bands) {
      rings.append(draw("circle", { class: "range", cx: centre[0], cy: up(centre[1]), r: r + band }));
      const y = centre[1] + r + band < H ? centre[1] + r + band : centre[1] - r - band;
      if (y > 0) rings.append(draw("text", { class: "tag", x: centre[0], y: up(y) + 36 }, inches(band)));
    }
  };

  const frameView = (state, step) => {
    if (!byId("zoom").checked) return whole;
    const spots = [];
    const add = (p, r) => { if (p) spots.push([p[0] - r, up(p[1]) - r], [p[0] + r, up(p[1]) + r]); };
    for (const unit of [...(step.a || []), ...(step.g || [])]) for (const model of data.units[unit].m) if (!state.dead[model] || (step.x || []).includes(model)) add(place(state, model), radius(model));
    for (const [model, path] of step.mv || []) for (let i = 0; i < path.length; i += 2) add([path[i], path[i + 1]], radius(model));
    for (const [model, touched] of step.ex || []) for (const one of [model, ...touched]) add(place(state, one), radius(one));
    if (!spots.length) return whole;
    const xs = spots.map((p) => p[0]), ys = spots.map((p) => p[1]);
    const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1500) + 500;
    if (size >= whole[3]) return whole;
    const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
    return [clamp((Math.max(...xs) + Math.min(...xs)) / 2 - size / 2, whole[0], whole[0] + whole[2] - size), clamp((Math.max(...ys) + Math.min(...ys)) / 2 - size / 2, whole[1], whole[1] + whole[3] - size), size, size];
  };

  // ------------------------------------------------------------------ words

  const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
  const die = (code, side) => {
    const face = code % 10, did = Math.floor(code / 10);
    const words = ["does not count", "counts", "counts and blocks", "blocks"][did];
    const node = draw("svg", { class: `die${did === 1 || did === 2 ? " counts" : ""}${did > 1 ? " blocks" : ""} ${side || ""}`, viewBox: "0 0 60 60", role: "img", "aria-label": `${face}, ${words}` },
      draw("title", {}, `${face} ${words}`), draw("rect", { x: 3, y: 3, width: 54, height: 54, rx: 10 }));
    for (const pip of PIPS[face] || []) node.append(draw("circle", { cx: 15 + 15 * ((pip - 1) % 3), cy: 15 + 15 * Math.floor((pip - 1) / 3), r: 5.5 }));
    node.append(draw("line", { class: "bar", x1: 0, x2: 60, y1: 57, y2: 57 }));
    return node;
  };

  const rule = el("div", { class: "rule", hidden: "" });
  let ruleOf = null;
  const clause = (id) => {
    const known = data.clauses[id];
    if (!known) return el("span", { class: "clause" }, id);
    const node = el("button", { class: "clause", type: "button", title: known[0], "aria-expanded": "false" }, id);
    node.addEventListener("click", () => {
      const open = ruleOf !== node;
      if (ruleOf) ruleOf.setAttribute("aria-expanded", "false");
      ruleOf = open ? node : null;
      rule.hidden = !open;
      if (!open) return;
      node.setAttribute("aria-expanded", "true");
      rule.replaceChildren(el("strong", {}, `${id} ${known[0]}. `), known[1]);
      (node.closest(".row") || node.closest(".foot")).after(rule);
    });
    return node;
  };

  const showEvent = (step) => {
    const [first, last] = step.n;
    const when = step.T ? `Battle turn ${step.T}` : "Before the battle";
    const where = first === last ? `line ${first} of the record` : `lines ${first} to ${last} of the record`;
    const rows = (step.r || []).map((row) => {
      const node = el("div", { class: "row" }, el("span", { class: "said" }, ...sentence(row.t)));
      if (row.d) {
        const dice = el("span", { class: "dice" });
        row.d.forEach((wave, i) => { if (i) dice.append(el("span", { class: "then" }, "then")); dice.append(...wave.map((code) => die(code, row.s))); });
        node.append(dice);
      }
      if (row.r) node.append(el("span", { class: "came" }, ...sentence(row.r)));
      if (row.c) node.append(el("span", { class: "clauses" }, ...row.c.map(clause)));
      return node;
    });
    rule.hidden = true; ruleOf = null;
    const told = new Set((step.r || []).flatMap((row) => row.c || []));
    const more = (step.c || []).filter((id) => !told.has(id));
    const foot = more.length ? [el("div", { class: "foot" }, "also answers to", ...more.map(clause))] : [];
    byId("event").replaceChildren(el("p", { class: "when" }, el("span", {}, when), el("span", {}, where)), el("h2", {}, ...sentence(step.h)), ...rows, ...foot);
  };

  const fielded = sides.map((side) => data.models.reduce((sum, _, model) => sum + (typeOf(model).s === side ? rating(model) : 0), 0));
  const showScore = (step) => {
    const [a, b] = step.sc;
    const share = (points, all) => `${Math.min(100, 50 * points / Math.max(all, 1)).toFixed(2)}%`;
    const bar = el("div", { class: "bar" }, el("span", { class: "a" }), el("span", { class: "gap" }), el("span", { class: "b" }));
    bar.children[0].style.width = share(a, fielded[1]);
    bar.children[2].style.width = share(b, fielded[0]);
    byId("score").replaceChildren(
      el("span", { class: "name a", title: data.names.a }, el("span", { class: "sign" }, "a"), data.names.a),
      el("span", { class: "points", id: "points", title: "BR destroyed" }, `${a} : ${b} `, el("small", {}, "BR")),
      el("span", { class: "name b", title: data.names.b }, el("span", { class: "sign" }, "b"), data.names.b), bar);
  };

  const showRoster = (state, step) => {
    const columns = sides.map((side) => {
      const units = data.units.map((_, unit) => unit).filter((unit) => typeOfUnit(unit).s === side);
      const left = data.models.reduce((sum, _, model) => sum + (typeOf(model).s === side && !state.dead[model] ? rating(model) : 0), 0);
      const all = fielded[sides.indexOf(side)];
      const head = el("h2", { class: side }, el("span", { class: "sign" }, side), data.names[side], el("small", {}, `${left} of ${all} BR left, played by ${data.players[side]}`));
      return el("div", { class: side }, head, ...units.map((unit) => {
        const { m: models, t: kind } = data.units[unit];
        const alive = models.filter((model) => !state.dead[model]);
        const name = ["unit", alive.length ? "" : "gone", (step.a || []).includes(unit) ? "acting" : "", (step.g || []).includes(unit) ? "target" : "", picked === unit ? "picked" : ""].filter(Boolean).join(" ");
        const pips = models.map((model) => {
          const dead = state.dead[model], hurt = !dead && state.left[model] < strength(model);
          const told = `${modelName(model)}: ${dead ? "dead" : `${state.left[model]} of ${strength(model)} left`}`;
          return el("span", { class: `pip${dead ? " dead" : hurt ? " hurt" : ""}`, title: told }, dead ? "\u00d7" : String(state.left[model]));
        });
        const node = el("div", { class: name }, el("span", { class: "label" }, el("span", { class: "sign" }, data.types[kind].l), unitName(unit)),
          alive.length && state.acted.has(kind) ? el("span", { class: "acted", title: "its type has been activated this battle turn" }, "acted") : "", el("span", { class: "pips" }, ...pips));
        node.addEventListener("click", () => pick(unit));
        return node;
      }));
    });
    byId("roster").replaceChildren(...columns, el("div", { class: "card" }, card()));
  };

  const card = () => {
    if (picked === null) return "The numbers are the wounds that each model can still take.";
    const type = typeOfUnit(picked), [speed, fire, combat, mind, strong, armour, worth] = type.card;
    return `${unitName(picked)}: speed ${speed}, firepower ${fire}, close combat ${combat}, psyke ${mind}${type.mind ? " (attacks)" : ""}, strength ${strong}, armour ${armour}, BR ${worth}, base ${inches(2 * type.r)} across`;
  };

  // ------------------------------------------------------------------ going from event to event

  const items = steps.map((step, event) => {
    const item = el("li", { class: step.k === "turn" ? "turn" : "" }, plain(step.h));
    item.addEventListener("click", () => go(event));
    return item;
  });

  const show = (share) => {
    const step = steps[now];
    const state = before(now);
    const after = apply({ ...state, at: state.at.slice(), on: state.on.slice(), left: state.left.slice(), dead: state.dead.slice(), acted: new Set(state.acted) }, step);
    const loads = showTokens(after, step, share);
    showActions(after, step, loads);
    board.setAttribute("viewBox", frameView(after, step).join(" "));
    return after;
  };

  const go = (event, animated) => {
    now = Math.min(Math.max(event, 0), steps.length - 1);
    const step = steps[now];
    cancelAnimationFrame(moving);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const after = show(animated && step.mv && !calm ? 0 : 1);
    showScore(step); showEvent(step); showRoster(after, step);
    byId("slider").value = now + 1;
    byId("counter").textContent = `${now + 1} of ${steps.length}`;
    byId("first").disabled = byId("back").disabled = now === 0;
    byId("last").disabled = byId("next").disabled = now === steps.length - 1;
    nowLine.style.left = `${100 * position(now)}%`;
    board.setAttribute("aria-label", `The table from above: ${plain(step.h)}`);
    for (const item of items) if (item.classList.contains("now")) item.classList.remove("now");
    items[now].classList.add("now");
    if (byId("log").firstElementChild.open) { const list = items[now].parentElement; list.scrollTop = items[now].offsetTop - list.clientHeight / 2; }
    try { history.replaceState(null, "", `#event=${now + 1}`); } catch { /* a page without an address of its own */ }
    if (animated && step.mv && !calm) {
      const length = 650 / Number(byId("speed").value), begin = performance.now();
      const tick = (time) => {
        const share = Math.min((time - begin) / length, 1);
        showTokens(after, step, share);
        if (share < 1) moving = requestAnimationFrame(tick);
      };
      moving = requestAnimationFrame(tick);
    }
  };

  const pick = (unit) => { picked = picked === unit ? null : unit; cancelAnimationFrame(moving); showRoster(show(1), steps[now]); };
  const step = (by) => { pause(); go(now + by, by > 0); };
  const pause = () => { clearTimeout(playing); playing = null; byId("play").firstElementChild.textContent = "Play"; };
  const dwell = () => (steps[now].r || []).some((row) => row.d) ? 2400 : 1300;
  const play = () => {
    if (playing !== null) { pause(); return; }
    if (now === steps.length - 1) go(0);
    byId("play").firstElementChild.textContent = "Pause";
    const onward = () => {
      if (now === steps.length - 1) { pause(); return; }
      go(now + 1, true);
      playing = setTimeout(onward, dwell() / Number(byId("speed").value));
    };
    playing = setTimeout(onward, 350);
  };
  const turn = (by) => {
    pause();
    for (let i = now + by; i >= 0 && i < steps.length; i += by) if (steps[i].k === "turn" || i === 0 || i === steps.length - 1) { go(i); return; }
  };

  const position = (event) => steps.length > 1 ? event / (steps.length - 1) : 0;
  const nowLine = el("div", { class: "now" });
  const drawStrip = () => {
    const most = Math.max(1, ...steps.map((one) => Math.max(...one.sc)));
    const picture = draw("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none" });
    sides.forEach((side, i) => {
      let path = "M0 98";
      steps.forEach((one, event) => { path += `H${(1000 * position(event)).toFixed(1)}V${(98 - 84 * one.sc[i] / most).toFixed(1)}`; });
      picture.append(draw("path", { class: `curve line-${side} ${side}`, d: path }));
    });
    byId("strip").append(picture, ...steps.flatMap((one, event) => one.k === "turn" ? [mark(one.T, event)] : []), nowLine);
    byId("strip").addEventListener("click", (click) => {
      const box = byId("strip").getBoundingClientRect();
      pause(); go(Math.round((click.clientX - box.left) / box.width * (steps.length - 1)));
    });
  };
  const mark = (number, event) => {
    const late = position(event) > 0.86;
    const node = el("div", { class: late ? "turn late" : "turn" }, el("span", {}, `turn ${number}`)); 
    node.style.left = `${100 * position(event)}%`;
    return node;
  };

  // ------------------------------------------------------------------ start

  const setUp = () => {
    const name = (side) => el("span", { class: side }, el("span", { class: "sign" }, side), data.names[side]);
    byId("versus").append(name("a"), el("span", { class: "against" }, " against "), name("b"));
    byId("result").textContent = data.result || "";
    byId("about").textContent = data.about.join(" \u00b7 ");
    byId("legend").textContent = "Filled bases are side a, rings side b; the letters are the type, the number the unit. A dark arc shows the strength that a hurt model has left, a cross where one fell. A broken shot goes into cover. Solid halo: acts; broken halo: target. Filled dice count, hollow ones do not, a bar below a die means that it blocks.";
    if (data.again) byId("again").append("Made by ", el("code", {}, data.again));
    byId("slider").max = steps.length;
    byId("slider").addEventListener("input", () => { pause(); go(Number(byId("slider").value) - 1); });
    byId("first").addEventListener("click", () => { pause(); go(0); });
    byId("last").addEventListener("click", () => { pause(); go(steps.length - 1); });
    byId("back").addEventListener("click", () => step(-1));
    byId("next").addEventListener("click", () => step(1));
    byId("play").addEventListener("click", play);
    byId("zoom").checked = matchMedia("(max-width: 520px)").matches;
    for (const id of ["zoom", "ranges"]) byId(id).addEventListener("change", () => show(1));
    document.querySelector("#log ol").append(...items);
    const log = byId("log").firstElementChild;
    log.addEventListener("toggle", () => { if (log.open) go(now); });
    addEventListener("beforeprint", () => { log.open = true; });
    addEventListener("hashchange", () => { if (asked() !== now) { pause(); go(asked()); } });
    const keys = { ArrowRight: () => step(1), ArrowDown: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1), " ": play, Home: () => { pause(); go(0); }, End: () => { pause(); go(steps.length - 1); }, PageDown: () => turn(1), PageUp: () => turn(-1) };
    addEventListener("keydown", (key) => {
      if (key.ctrlKey || key.altKey || key.metaKey || key.target.tagName === "SELECT") return;
      if (key.key === " " && ["BUTTON", "SUMMARY"].includes(key.target.tagName)) return;
      if (!(key.key in keys) || (key.target.type === "checkbox" && key.key === " ")) return;
      key.preventDefault();
      keys[key.key]();
    });
  };

  /** The event that the address asks for: #event=12, or #line=203 of the record; else the first battle turn. */
  const asked = () => {
    const [, what, number] = /^#(event|line)=(\d+)$/.exec(location.hash) || [];
    const found = what === "event" ? Number(number) - 1 : what === "line" ? steps.findIndex((one) => Number(number) <= one.n[1]) : steps.findIndex((one) => one.k === "turn");
    return Math.min(Math.max(found, 0), steps.length - 1);
  };

  drawTable(); setUp(); drawStrip(); go(asked());
})();
