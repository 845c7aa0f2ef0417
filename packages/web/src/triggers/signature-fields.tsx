import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { SelectField } from '../design/controls/select-field.tsx';
import { TextField } from '../design/controls/text-field.tsx';
import { textAt, withKey } from '../graph/own-keys.ts';
import { isStandard, senderLabels } from './signature-words.ts';

interface SignatureFieldsProps {
  readonly config: JsonObject;
  /** Undefined removes a setting. */
  readonly onChange: (changes: { readonly [key: string]: Json | undefined }) => void;
  readonly errorOf: (key: string) => string | undefined;
}

const own = 'own';

const senderOptions = [
  ...Object.entries(senderLabels).map(([value, label]) => ({ value, label })),
  { value: own, label: 'Something else' },
];

const encodings = ['hex', 'base64'].map((value) => ({ value, label: value }));

const texts = [
  ['header', 'Header with the signature', 'x-signature', undefined],
  ['prefix', 'Before the signature', 'sha256=', undefined],
  ['template', 'What is signed', '{body}', 'Names of headers in braces: {x-sent-at}.{body}'],
  ['timestamp', 'Time of the delivery', 'x-sent-at', 'More than five minutes off is refused.'],
  ['id', 'Header with the id', 'x-delivery', 'Without one, an equal body is the same delivery.'],
] as const;

/** How the sender of a webhook signs what it delivers. */
export function SignatureFields({ config, onChange, errorOf }: SignatureFieldsProps): ReactNode {
  const verify = ownValue(config, 'verify');
  const scheme = isObject(verify) ? verify : null;
  const chosen = typeof verify === 'string' ? verify : 'standard';
  const choose = (next: string) => {
    if (next === own) onChange({ verify: { header: '' } });
    else onChange({ verify: isStandard(next) ? undefined : next });
  };
  const set = (key: string, value: string) =>
    onChange({ verify: withKey(scheme ?? {}, key, value === '' ? undefined : value) });
  return (
    <div className="grid min-w-0 gap-3">
      <SelectField
        label="Signed as by"
        value={scheme === null ? chosen : own}
        onChange={choose}
        options={senderOptions}
        error={scheme === null ? errorOf('verify') : undefined}
      />
      {scheme !== null && (
        <>
          {texts.map(([key, label, placeholder, note]) => (
            <TextField
              key={key}
              label={label}
              note={note}
              placeholder={placeholder}
              value={textAt(scheme, key)}
              onChange={(value) => set(key, value)}
              error={errorOf(`verify/${key}`)}
              className="font-mono"
            />
          ))}
          <SelectField
            label="Encoding"
            value={textAt(scheme, 'encoding') || 'hex'}
            onChange={(value) => set('encoding', value)}
            options={encodings}
          />
        </>
      )}
    </div>
  );
}
