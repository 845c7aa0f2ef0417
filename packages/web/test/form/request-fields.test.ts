// Goal: a way that the definition allows can be chosen. Method: compare the choices of the form with the shape of the settings.
import { nativeNodes } from '@skein/dialects';
import { describe, expect, it } from 'vitest';
import { requestFields } from '../../src/form/request-fields.ts';

describe('settings of a request that are one of several ways', () => {
  it.each(['auth', 'body'])('[W952] %s offers every way that its shape has', (setting) => {
    const shape = nativeNodes.http.config.fields.get(setting)?.shape;
    const ways = shape?.kind === 'record' ? (shape.oneOf ?? []) : [];
    expect(ways.length).toBeGreaterThan(1);
    const offered = requestFields[setting]?.choices.map(({ key }) => key);
    expect(offered?.toSorted()).toEqual([...ways].toSorted());
  });
});
