// Markdown of models and users
// React elements only: raw HTML is dropped, images become their description, and only http(s), mailto and in-page addresses
// become links. So nothing that a model or a user wrote can run or load anything.
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import gfm from 'remark-gfm';

export function Markdown({ text }: { readonly text: string }): ReactNode {
  return (
    <ReactMarkdown
      remarkPlugins={[gfm]}
      skipHtml
      urlTransform={(url) => (/^(?:https?:\/\/|mailto:|#)/i.test(url) ? url : '')}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
}

const components: Components = {
  img: ({ alt }) => <span className="text-text-3">[image: {alt || 'no description'}]</span>,
  a: ({ href, children }) =>
    href === undefined || href === '' ? (
      <span>{children}</span>
    ) : (
      <a
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent-text underline"
      >
        {children}
      </a>
    ),
  p: ({ children }) => <p className="my-2 break-words first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal pl-5">{children}</ol>,
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-xs">
      {children}
    </pre>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 font-mono text-xs">{children}</code>
  ),
  h1: ({ children }) => <p className="my-2 text-md font-semibold">{children}</p>,
  h2: ({ children }) => <p className="my-2 text-md font-semibold">{children}</p>,
  h3: ({ children }) => <p className="my-2 text-sm font-semibold">{children}</p>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="text-left text-xs [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1">
        {children}
      </table>
    </div>
  ),
};
