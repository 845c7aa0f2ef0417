// What the native format of this release can say
// Asked of the kernel, so that the importer writes only what runs: without these abilities the same place is a loss.
import { isNativeType, parseWholeExpression } from '@skein/kernel';

/** Whether items remember what they were made of: `item@fetch.id`. */
export const canRemember = parseWholeExpression('item@fetch.id', ['item', 'index']).ok;

/** Whether a run can answer its caller before it ends. */
export const canRespond = isNativeType('respond');

/** Whether a node can fail by itself. */
export const canFail = isNativeType('fail');
