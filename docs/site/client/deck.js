// A deck on the screen: present it (p), go to the next or previous slide, show or hide the notes (n).

const frames = [...document.querySelectorAll(".frame")];
const body = document.body;

/** Returns the slide that is presented, or the one nearest to the top of the window. */
function current() {
  const shown = frames.findIndex((frame) => frame.classList.contains("current"));
  if (body.classList.contains("presenting") && shown >= 0) return shown;
  const nearest = frames.findIndex((frame) => frame.getBoundingClientRect().bottom > 80);
  return Math.max(0, nearest);
}

function show(index) {
  const next = Math.min(Math.max(index, 0), frames.length - 1);
  frames.forEach((frame, i) => frame.classList.toggle("current", i === next));
  history.replaceState(null, "", `#${frames[next].id}`);
  if (!body.classList.contains("presenting")) frames[next].scrollIntoView();
}

function present(on) {
  const index = current();
  body.classList.toggle("presenting", on);
  show(index);
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

const keys = {
  p: () => present(!body.classList.contains("presenting")),
  n: () => body.classList.contains("presenting") || body.classList.toggle("without-notes"),
  Escape: () => body.classList.contains("presenting") && present(false),
  Home: () => show(0),
  End: () => show(frames.length - 1),
};
for (const key of ["ArrowRight", "PageDown", "j"]) keys[key] = () => show(current() + 1);
for (const key of ["ArrowLeft", "PageUp", "k"]) keys[key] = () => show(current() - 1);

document.addEventListener("keydown", (event) => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey || !keys[key]) return;
  event.preventDefault();
  keys[key]();
});
document.querySelector("#present").addEventListener("click", () => present(true));
document.addEventListener("click", (event) => {
  if (body.classList.contains("presenting") && !event.target.closest("a, button")) show(current() + 1);
});
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && body.classList.contains("presenting")) present(false);
});
