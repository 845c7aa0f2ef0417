// The public names of the REST contract.
export { problemJson, type ProblemJson } from './schemas/problem-json.ts';
