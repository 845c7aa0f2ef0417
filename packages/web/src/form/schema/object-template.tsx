import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { isObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { FoldMark } from '../../design/controls/fold-mark.tsx';

type Property = ObjectFieldTemplateProps['properties'][number];

export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { title, properties, fieldPathId } = props;
  // The form itself and list items have their own titles.
  const isTitled = typeof fieldPathId.path.at(-1) === 'string' && title !== '';
  const folded = useFolded(props);
  const contentOf = (isFolded: boolean) =>
    properties.filter(({ name }) => folded.has(name) === isFolded).map(({ content }) => content);
  return (
    <fieldset className={fieldsClass}>
      {isTitled && <legend className="mb-2 text-xs font-medium text-text-3">{title}</legend>}
      {contentOf(false)}
      {folded.size > 0 && (
        <details className="group col-span-2">
          <summary className="flex h-8 list-none items-center gap-2 text-sm font-medium">
            <FoldMark />
            More settings
          </summary>
          <div className={`${fieldsClass} pt-2`}>{contentOf(true)}</div>
        </details>
      )}
    </fieldset>
  );
}

const fieldsClass = 'col-span-2 grid min-w-0 grid-cols-2 gap-x-3 gap-y-4';

/** Decided once: a field must not leave the fold while the user types into it. */
function useFolded({ properties, uiSchema, formData }: ObjectFieldTemplateProps): Set<string> {
  const [folded] = useState(() => {
    const data: unknown = formData;
    const isEmpty = (name: string) => !isObject(data) || data[name] === undefined;
    const isRare = ({ name }: Property) =>
      (uiSchema?.[name] as { 'ui:rare'?: boolean } | undefined)?.['ui:rare'] === true;
    return new Set(
      properties
        .filter(isRare)
        .map(({ name }) => name)
        .filter(isEmpty),
    );
  });
  return folded;
}
