import type { LanguageAnswers, LanguageQuestion } from './language-messages.ts';

type Answer = LanguageAnswers[LanguageQuestion['kind']];

let worker: Worker | null = null;
let nextId = 1;
const asked = new Map<number, (answer: Answer | undefined) => void>();

/** Starts TypeScript, which is large, with the first question. Undefined if it cannot be loaded: code can be written without it. */
export function askLanguage<Question extends LanguageQuestion>(
  question: Question,
): Promise<LanguageAnswers[Question['kind']] | undefined> {
  worker ??= startWorker();
  const id = nextId++;
  const running = worker;
  return new Promise((resolve) => {
    // The worker answers what was asked.
    asked.set(id, resolve as (answer: Answer | undefined) => void);
    running.postMessage({ id, question });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener(
    'message',
    ({ data }: MessageEvent<{ readonly id: number; readonly answer: Answer }>) => {
      asked.get(data.id)?.(data.answer);
      asked.delete(data.id);
    },
  );
  started.addEventListener('error', () => {
    worker = null;
    for (const give of asked.values()) give(undefined);
    asked.clear();
  });
  return started;
}
