/** What a model is called where people read it: the one that answers from a script is known as the offline model. */
export function modelWords(model: string): string {
  return model === 'scripted' ? 'offline model' : model;
}
