import type { Page } from 'playwright-core';

/** What the server answers to this page from now on, as text. */
export function apiAnswers(page: Page): readonly string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => answers.push(text),
        () => {},
      );
  });
  return answers;
}
