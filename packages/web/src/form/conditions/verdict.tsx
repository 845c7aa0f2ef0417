import { useContext, useMemo, type ReactNode } from 'react';
import { Tag } from '../../design/status/tag.tsx';
import type { ConditionTree } from '../../graph/conditions/condition-tree.ts';
import { conditionVerdict } from '../../graph/expressions/condition-verdict.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { RowFields } from './row-fields-context.ts';

interface VerdictProps {
  readonly label: string;
  readonly tree: ConditionTree;
}

/** Whether it holds in the run that is looked at; nothing while that is not known. */
export function Verdict({ label, tree }: VerdictProps): ReactNode {
  const place = useContext(ExpressionContext);
  // Rows of data have no values here.
  const isOfRows = useContext(RowFields) !== null;
  const holds = useMemo(
    () => (place === null || isOfRows ? null : conditionVerdict(tree, place)),
    [place, isOfRows, tree],
  );
  if (holds === null) return null;
  return (
    <span role="status" aria-label={`${label}: in the last run`} className="flex shrink-0">
      <Tag tone={holds ? 'ok' : 'bad'} title="With the values of the run that is looked at">
        {holds ? 'true' : 'false'}
      </Tag>
    </span>
  );
}
