import { lazy, Suspense, type ReactNode } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** The text itself until the reader of markdown is loaded. */
export function LazyMarkdown({ text }: { readonly text: string }): ReactNode {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Loaded text={text} />
    </Suspense>
  );
}
