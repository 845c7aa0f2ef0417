import type { LanguageAnswers, LanguageQuestion } from './language-messages.ts';
import { createLanguageService } from './language-service.ts';

const service = createLanguageService();

self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly id: number; readonly question: LanguageQuestion }>) => {
    self.postMessage({ id: data.id, answer: answer(data.question) });
  },
);

function answer(question: LanguageQuestion): LanguageAnswers[LanguageQuestion['kind']] {
  if (question.kind === 'check') return service.check(question.text);
  if (question.kind === 'complete') return service.complete(question.text, question.at);
  return service.explain(question.text, question.at, question.name);
}
