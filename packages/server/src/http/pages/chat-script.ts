// What makes a shared chat handier; it works without.
// S1. What was said becomes elements by their text alone: nothing of it is ever read as markup of the page.

/** Enter sends, files are pasted and dropped, and the page follows what is said. */
const handling = `'use strict';
const follow = () => {
  const near = innerHeight + scrollY > document.documentElement.scrollHeight - 200;
  if (near) scrollTo(0, document.documentElement.scrollHeight);
};
const growing = new MutationObserver(follow);
growing.observe(document.body, { childList: true, subtree: true, characterData: true });
scrollTo(0, document.documentElement.scrollHeight);
document.addEventListener('keydown', (event) => {
  const field = event.target;
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  if (!(field instanceof HTMLTextAreaElement) || field.name !== 'message') return;
  event.preventDefault();
  if (field.value.trim() !== '') field.form.requestSubmit();
});
// Files that are pasted or dropped are added like those that are chosen.
const add = (event, given) => {
  const chosen = document.querySelector('.composer input[type=file]');
  if (chosen === null || given === null || given.files.length === 0) return;
  event.preventDefault();
  chosen.files = given.files;
};
document.addEventListener('paste', (event) => add(event, event.clipboardData));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => add(event, event.dataTransfer));
document.addEventListener('submit', (event) => {
  // One message, however often the button is pressed.
  for (const button of event.target.querySelectorAll('button')) setTimeout(() => { button.disabled = true; });
});
`;

/** Answers are complete when the page has loaded: then their Markdown is shown as what it means. */
const formatting = String.raw`
const element = (name, parent) => parent.appendChild(document.createElement(name));
const marks = /\*\*(\S(?:.*?\S)?)\*\*|\x60([^\x60]+)\x60|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;
const inline = (text, parent) => {
  let at = 0;
  for (const found of text.matchAll(marks)) {
    parent.append(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, strong, code, weak, words, address] = found;
    if (strong !== undefined) inline(strong, element('strong', parent));
    else if (code !== undefined) element('code', parent).textContent = code;
    else if (weak !== undefined) inline(weak, element('em', parent));
    else {
      const link = element('a', parent);
      link.textContent = words;
      link.href = address;
      link.rel = 'noopener noreferrer';
      link.target = '_blank';
    }
  }
  parent.append(text.slice(at));
};
const kinds = [
  [/^\x60\x60\x60/, 'fence'], [/^#{1,6}\s+(.*)/, 'h3'], [/^\s*[-*]\s+(.*)/, 'ul'], [/^\s*\d+[.)]\s+(.*)/, 'ol'], [/^\s*$/, 'gap'],
];
const format = (text, parent) => {
  let block = null;
  for (const line of text.split('\n')) {
    const [pattern, kind] = kinds.find(([each]) => each.test(line)) ?? [null, 'p'];
    if (block?.localName === 'pre') {
      if (kind === 'fence') block = null;
      else block.textContent += line + '\n';
    } else if (kind === 'fence') block = element('pre', parent);
    else if (kind === 'gap') block = null;
    else if (kind === 'h3') {
      inline(pattern.exec(line)[1], element('h3', parent));
      block = null;
    } else {
      const isSame = block?.localName === kind;
      if (!isSame) block = element(kind, parent);
      if (kind === 'p') {
        if (isSame) element('br', block);
        inline(line, block);
      } else inline(pattern.exec(line)[1], element('li', block));
    }
  }
};
for (const said of document.querySelectorAll('.said:not(.visitor) > .prompt')) {
  const words = document.createElement('div');
  words.className = 'words';
  format(said.textContent, words);
  said.replaceWith(words);
}
`;

export const chatScript = handling + formatting;
