export { dialectBehaviours } from './dialect-behaviours.ts';
export { failureCodes, type FailureError } from './failure-error.ts';
export { builtinFunctions } from './functions/builtin-functions.ts';
export { port, type FiredPort } from './functions/port.ts';
export {
  registeredFunction,
  type FunctionResult,
  type RegisteredFunction,
} from './functions/registered-function.ts';
export type { ModelSource } from './models/model-source.ts';
export { parseScript, type ParsedScript } from './models/parse-script.ts';
export type { ReplyCondition, Script, ScriptReply, ScriptTool } from './models/script.ts';
export { scriptedModel } from './models/scripted-model.ts';
export type { FunctionRegistry } from './nodes/function-node.ts';
export { nativeNodeTypes } from './nodes/native-node-types.ts';
export { checkJsonSchema } from './schemas/check-json-schema.ts';
