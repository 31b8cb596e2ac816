// Finds elements of a page that are too large, too small or empty. Runs in the browser, so it uses no variables from outside.

export function stumbles() {
  const said = [];
  const told = (element) => (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 60);
  const isShown = (element) => element.getClientRects().length > 0;

  if (document.documentElement.scrollWidth > innerWidth + 1)
    said.push(`the page is ${document.documentElement.scrollWidth - innerWidth} pixels wider than its window`);
  for (const image of document.images) if (isShown(image) && image.naturalWidth === 0) said.push(`an empty picture: ${image.src}`);

  const slides = document.querySelectorAll(".frame > section");
  const asCards = slides.length > 0 && getComputedStyle(slides[0]).display === "flex";
  for (const slide of slides) {
    const name = slide.parentElement.id;
    const [down, right] = [slide.scrollHeight - slide.clientHeight, slide.scrollWidth - slide.clientWidth];
    if (down > 1 || right > 1) said.push(`slide ${name} overflows by ${down} pixels down and ${right} to the right`);
    if (!asCards) continue;
    for (const part of slide.querySelectorAll("pre, .scroll"))
      if (part.scrollWidth > part.clientWidth + 1) said.push(`slide ${name}: wider than the slide: ${told(part)}`);
  }

  for (const picture of document.querySelectorAll('svg[role="img"]:not(.definitions)')) {
    if (!isShown(picture)) continue;
    const name = picture.getAttribute("aria-label") ?? "";
    const box = picture.getBoundingClientRect();
    if (picture.children.length < 3 || box.width < 200 || box.height < 100) said.push(`a picture of ${Math.round(box.width)} x ${Math.round(box.height)} pixels: ${name}`);
    const toScreen = picture.getScreenCTM();
    const { width, height } = picture.viewBox.baseVal;
    const [right, bottom] = [toScreen.e + width * toScreen.a, toScreen.f + height * toScreen.d];
    for (const word of picture.querySelectorAll("text")) {
      const size = parseFloat(getComputedStyle(word).fontSize) * toScreen.a;
      if (size < 12) said.push(`a word of ${size.toFixed(1)} pixels: "${told(word)}" in: ${name}`);
      const place = word.getBoundingClientRect();
      if (place.left < toScreen.e - 1 || place.right > right + 1 || place.top < toScreen.f - 1 || place.bottom > bottom + 1)
        said.push(`a word leaves its picture: "${told(word)}" in: ${name}`);
    }
  }
  return said;
}
