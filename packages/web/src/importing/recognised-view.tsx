import type { ReactNode } from 'react';
import type { ImportPreview } from '../data/workflows.ts';
import { Tag } from '../design/status/tag.tsx';
import { convertedOf, readTodo } from '../graph/edit/todo.ts';
import { countWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { DiagnosticList } from '../viewers/diagnostic-list.tsx';
import type { Recognised } from './recognise.ts';
import { TodoList } from './todo-list.tsx';

const products: Readonly<Record<ImportPreview['format'], string>> = {
  n8n: 'n8n',
  dify: 'Dify',
  flowise: 'Flowise',
  asl: 'AWS Step Functions',
};

/** What a file was recognised as, and what is wrong or left to do. */
export function RecognisedView({ read }: { readonly read: Recognised }): ReactNode {
  if (read.is === 'refused') return <Refused problem={read.problem} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex items-center gap-2 text-sm">
        Recognised as
        <Tag>{read.is === 'own' ? read.dialect : products[read.preview.format]}</Tag>
      </p>
      {read.is === 'own' ? (
        <DiagnosticList diagnostics={read.diagnostics} />
      ) : (
        <Preview preview={read.preview} />
      )}
    </div>
  );
}

function Refused({
  problem,
}: {
  readonly problem: Extract<Recognised, { is: 'refused' }>['problem'];
}): ReactNode {
  const { message, hint, code, diagnostics } = problem;
  return (
    <div role="alert" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="rounded-md bg-bad-soft p-3 text-sm text-bad-text">
        <p className="font-medium break-words">{visibleText(message)}</p>
        <p className="break-words">{visibleText(hint)}</p>
        <p className="mt-1 font-mono text-xs">{code}</p>
      </div>
      {diagnostics.length > 0 && <DiagnosticList diagnostics={diagnostics} />}
    </div>
  );
}

function Preview({ preview }: { readonly preview: ImportPreview }): ReactNode {
  const { definition, losses, bindings, secrets } = preview;
  const { whole, all } = convertedOf(definition, losses);
  const share = all === 0 ? 100 : Math.floor((whole / all) * 100);
  return (
    <>
      <p className="text-sm">
        {share} % converted:{' '}
        <span className="text-text-2">
          {whole} of {countWords(all, 'node')} with all that they had.
        </span>
      </p>
      <Names title="Tools" names={bindings.map(({ tool }) => tool)} />
      <Names title="Secrets" names={secrets} />
      {losses.length === 0 ? (
        <p className="text-sm text-text-2">Nothing is left to do.</p>
      ) : (
        <>
          <h3 className="text-sm font-semibold">
            Left to do <span className="num font-normal text-text-3">{losses.length}</span>
          </h3>
          <TodoList entries={readTodo(definition)} />
        </>
      )}
    </>
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly string[];
}

/** What has to be there before it runs. */
function Names({ title, names }: NamesProps): ReactNode {
  if (names.length === 0) return null;
  return (
    <p className="text-sm break-words">
      {title} that it needs:{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code className="font-mono text-xs">{visibleText(name)}</code>
        </span>
      ))}
    </p>
  );
}
