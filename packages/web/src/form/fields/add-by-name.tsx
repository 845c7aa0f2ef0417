import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';

interface AddByNameProps {
  readonly id: string;
  readonly label: string;
  readonly onAdd: (name: string) => void;
}

/** A name that is not offered. */
export function AddByName({ id, label, onAdd }: AddByNameProps): ReactNode {
  const [name, setName] = useState('');
  const add = () => {
    if (name.trim() !== '') onAdd(name.trim());
    setName('');
  };
  return (
    <input
      id={id}
      aria-label={`${label}: add by name`}
      placeholder="Add by name"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        add();
      }}
      className={classNames(inputClass, 'h-7 font-mono text-xs placeholder:font-sans')}
    />
  );
}
