// A page of the studio that one test has used, made as new for the next: loading the studio costs six times as much processor time as
// going to a page inside of it (860 ms instead of 140 ms for the editor).
// What a test leaves is in the components of its route, which go with it, in the storage, or among the answers of the server. Anything
// else is seen, as a dialog, a message, another theme: such a page is given up.
import type { Page } from 'playwright-core';

/** An address without a page: whoever shows it shows no other one any more. */
const nowhere = '/no-such-page';

/** Leaves what the test has opened. False if something stays that a new page would not have. */
export async function leaveStudio(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.mouse.move(0, 0);
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
    return await page.evaluate(leave, nowhere);
  } catch {
    // It has crashed, or is about to load something.
    return false;
  }
}

/** Opens a page of the studio where another was left. */
export async function enterStudio(page: Page, place: string): Promise<void> {
  await page.evaluate(forgetAnswers);
  const nothing = page.getByText('Page not found');
  await nothing.waitFor();
  await page.evaluate((to) => window.history.pushState({}, '', to), place);
  if (place !== nowhere) await nothing.waitFor({ state: 'hidden' });
}

async function leave(to: string): Promise<boolean> {
  const until = performance.now() + 5_000;
  const isTrueSoon = async (condition: () => boolean) => {
    while (!condition() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return condition();
  };
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  if (document.querySelector('#root #main') === null) return false;
  window.history.pushState({}, '', to);
  const hasLeft = await isTrueSoon(() =>
    all('#main h1, #main h2').some(({ textContent }) => textContent === 'Page not found'),
  );
  if (!hasLeft) return false;
  const messages = '[role=status] button[aria-label=Dismiss]';
  for (const dismiss of all(messages)) dismiss.click();
  const isEmpty = () =>
    all(`${messages}, [role=dialog], [role=alertdialog], [role=menu]`).length === 0;
  return document.documentElement.dataset['theme'] === undefined && (await isTrueSoon(isEmpty));
}

/** The studio asks the server for everything again, also who is signed in: until that is answered it shows nothing. */
async function forgetAnswers(): Promise<void> {
  interface Fiber {
    readonly child: Fiber | null;
    readonly memoizedProps: { readonly client?: QueryClient } | null;
  }
  interface QueryClient {
    readonly removeQueries: (filter: { type: 'inactive' }) => void;
    readonly resetQueries: () => Promise<void>;
  }
  sessionStorage.clear();
  // Only React knows from outside what the studio keeps, at the element that it draws into.
  const place = Object.entries(document.getElementById('root') ?? {}).find(([key]) =>
    key.startsWith('__reactContainer$'),
  );
  let fiber =
    (place?.[1] as { stateNode: { current: Fiber } } | undefined)?.stateNode.current ?? null;
  while (fiber !== null && fiber.memoizedProps?.client === undefined) fiber = fiber.child;
  const client = fiber?.memoizedProps?.client;
  if (client === undefined) throw new Error('The studio has no query client where it was.');
  client.removeQueries({ type: 'inactive' });
  await client.resetQueries();
}
