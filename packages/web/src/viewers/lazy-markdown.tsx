import { lazy, Suspense, type ReactNode } from 'react';
import { LongText } from './long-text.tsx';

const Loaded = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

const readMax = 50_000;

/** The plain text until the markdown renderer is loaded, and for texts that are too long for it. */
export function LazyMarkdown({ text }: { readonly text: string }): ReactNode {
  if (text.length > readMax) return <LongText text={text} />;
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Loaded text={text} />
    </Suspense>
  );
}
