import { describe, expect, it } from 'vitest';
import { compileNative } from '../../src/index.ts';

describe('null where something else belongs', () => {
  it('[N6] is told what to write, also where there is no key to leave out', () => {
    const [document] = compileNative(null).diagnostics;
    expect(document).toMatchObject({ code: 'WRONG_TYPE', hint: /^Write an object/ });
    const [id] = compileNative({ skein: 1, nodes: [{ id: null, type: 'join' }] }).diagnostics;
    expect(id).toMatchObject({ code: 'WRONG_TYPE', hint: /^Write / });
  });
});
