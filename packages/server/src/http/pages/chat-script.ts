/** What makes a shared chat handier; it works without: Enter sends, and the page follows what is said. */
export const chatScript = `'use strict';
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
  if (!(field instanceof HTMLTextAreaElement) || field.id !== 'message') return;
  event.preventDefault();
  if (field.value.trim() !== '') field.form.requestSubmit();
});
document.addEventListener('submit', (event) => {
  // One message, however often the button is pressed.
  for (const button of event.target.querySelectorAll('button')) setTimeout(() => { button.disabled = true; });
});
`;
