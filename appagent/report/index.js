"use strict";
const rows = [...document.querySelectorAll("tbody tr")];
const field = document.querySelector("#search");
const told = document.querySelector("#found");
field.addEventListener("input", () => {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLocaleLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    count += !row.hidden;
  }
  told.textContent = words.length ? `${count} of ${rows.length} runs` : "";
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== field) { field.focus(); event.preventDefault(); }
  if (event.key === "Escape" && event.target === field) { field.value = ""; field.dispatchEvent(new Event("input")); }
});
