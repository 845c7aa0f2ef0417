// A module of functions, named by skein.config.json beside it: a chat of one's own in the place of the built-in one, and a tool.
import { registeredTool, type DataflowNode } from 'skein';
import { z } from 'zod';

// #region chat
const chat: DataflowNode = {
  writesContext: true,
  asksInSteps: true,
  async run(inputs, context, _config, io) {
    const given = inputs['message'] ?? inputs['data'] ?? context.currentOutput;
    const message = typeof given === 'string' ? given : JSON.stringify(given);
    context.messageHistory.push({ role: 'user', content: message });
    const response = await io.callLLM(context, inputs['tools']);
    context.messageHistory.push({ role: 'assistant', content: response });
    context.currentOutput = response;
    return { outputs: { result: response }, updatedContext: context, status: 'success' };
  },
};
// #endregion

export const dataflow = { chat };

export const tools = {
  weather: registeredTool({
    description: 'The weather in a city.',
    parameters: z.object({ city: z.string() }),
    effect: 'pure',
    run: ({ city }) => ({ city, sky: 'rain' }),
  }),
};
