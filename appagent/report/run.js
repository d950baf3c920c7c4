"use strict";
const steps = [...document.querySelectorAll("article")];
const links = new Map([...document.querySelectorAll(".strip a")].map((a) => [a.hash, a]));
const field = document.querySelector("#search");
const told = document.querySelector("#found");
const large = document.querySelector("dialog");
let now = -1;

function mark(index) {
  steps[now]?.classList.remove("now");
  if (steps[now]) links.get("#" + steps[now].id)?.removeAttribute("aria-current");
  now = index;
  steps[now].classList.add("now");
  const link = links.get("#" + steps[now].id);
  link?.setAttribute("aria-current", "step");
  const strip = link?.closest(".strip");
  if (strip) {
    const box = link.getBoundingClientRect(), frame = strip.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) strip.scrollTop += box.top - frame.top - 40;
    if (box.left < frame.left || box.right > frame.right) strip.scrollLeft += box.left - frame.left - 40;
  }
}

function show(index) {
  mark(index);
  steps[now].scrollIntoView({ block: "start" });
  history.replaceState(null, "", "#" + steps[now].id);
}

function move(by, from = now) {
  let next = from + by;
  while (steps[next]?.hidden) next += by;
  if (steps[next]) show(next);
}

function search() {
  const wanted = field.value.trim().toLocaleLowerCase();
  const ranges = [];
  let count = 0;
  for (const step of steps) {
    const fits = !wanted || step.textContent.toLocaleLowerCase().includes(wanted);
    step.hidden = !fits;
    const link = links.get("#" + step.id);
    if (link) link.parentElement.hidden = !fits;
    count += fits;
    if (wanted && fits) ranges.push(...inside(step, wanted));
  }
  for (const reply of document.querySelectorAll(".reply")) {
    const own = [...reply.children].filter((each) => each.tagName !== "ARTICLE");
    const said = wanted && own.some((each) => each.textContent.toLocaleLowerCase().includes(wanted));
    if (said) for (const each of own) ranges.push(...inside(each, wanted));
    if (said) for (const step of reply.querySelectorAll("article[hidden]")) {
      step.hidden = false;
      count += 1;
      const link = links.get("#" + step.id);
      if (link) link.parentElement.hidden = false;
    }
    reply.hidden = !reply.querySelector("article:not([hidden])");
  }
  if (window.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
  told.textContent = wanted ? `${count} of ${steps.length} steps` : "";
}

function inside(place, wanted) {
  const ranges = [];
  const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.toLocaleLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      if (at + wanted.length > node.textContent.length) break;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
      const folded = node.parentElement.closest("details");
      if (folded) folded.open = true;
    }
  }
  return ranges;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === field) {
    if (event.key === "Escape") { field.value = ""; search(); field.blur(); }
    if (event.key === "Enter") { move(1, -1); field.blur(); }
    return;
  }
  if (large.open) return;
  if (event.key === "/") field.focus();
  else if (event.key === "ArrowRight" || event.key === "j") move(1);
  else if (event.key === "ArrowLeft" || event.key === "k") move(-1);
  else return;
  event.preventDefault();
});
field.addEventListener("input", search);
window.addEventListener("hashchange", () => {
  const index = steps.findIndex((step) => "#" + step.id === location.hash);
  if (index >= 0) mark(index);
});
for (const button of document.querySelectorAll("a.shot")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const copy = button.querySelector("svg").cloneNode(true);
    large.replaceChildren(copy);
    large.setAttribute("aria-label", copy.getAttribute("aria-label"));
    large.showModal();
  });
}
large.addEventListener("click", () => large.close());
if (steps.length) mark(Math.max(0, steps.findIndex((step) => "#" + step.id === location.hash)));
