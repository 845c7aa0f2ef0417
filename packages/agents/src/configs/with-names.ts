import { ownValue, readNames } from '@skein/kernel';
import { badConfig, type ConfiguredCall } from './read-config.ts';

/**
 * `who` of a node that calls tools, as a list: a reference may give one name. What names nobody fails the node, because anybody could
 * approve then.
 */
export function withNames(call: ConfiguredCall): ConfiguredCall {
  const who = ownValue(call.config, 'who') ?? null;
  if (who === null) return call;
  const names = readNames(who);
  if (names === null || names.length === 0) throw badConfig(call, ['who'], '"who" names nobody');
  const { node, nodeType, config } = call;
  return { node, nodeType, config: { ...config, who: names } };
}
