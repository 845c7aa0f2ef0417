// A pipeline made step by step, in the words of its original API, and one run of it.
import assert from 'node:assert/strict';
import { createPipelines } from 'skein/pipelines';

// #region pipelines
const pipelines = await createPipelines();
const { workflows, llmSteps } = pipelines;
const user = 'ada';
const { uuid } = await workflows.create('Mails', 'Labels mails', user);
const { steps } = await workflows.addNewStep(uuid, 'custom_llm', 'Label', user);
const step = await llmSteps.get(steps[0] ?? '', user);
if (step !== null) {
  await llmSteps.save({ ...step, system_prompt: 'Label this: <<trigger_output>>' }, user);
}
const { diagnostics } = (await workflows.get(uuid, user)) ?? {};

let instance = await workflows.createInstance(uuid, 'The invoice of May', user);
while (instance.status === 'running') {
  instance = (await workflows.getInstance(instance.uuid, user)) ?? instance;
}
const { output } = instance.step_instances[0] ?? {};
console.log(instance.status, await workflows.getOutputData(output?.uuid ?? '', user));
// #endregion

assert.deepEqual([instance.status, diagnostics], ['completed', []]);
assert.equal(output?.raw_data, 'Label this: The invoice of May');
assert.equal(await workflows.get(uuid, 'bob'), null);
await pipelines.close();
