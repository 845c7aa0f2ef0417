// Graphs that somebody drew in Neo4j, in a real browser: what is drawn is what is shown and run, and what is saved is drawn.
import { aloneOnNeo4j, askNeo4j, emptyNeo4j, neededServer } from '@skein/testkit';
import { afterAll, expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { publish } from './publish.ts';

const store = await neededServer('neo4j');
const leave = await aloneOnNeo4j(store);
afterAll(() => leave());
await emptyNeo4j(store);

const cypher = (text: string) => askNeo4j(store, text);

describeStudio(
  'drawn graphs',
  ({ open }) => {
    it('[W85] are in the list of workflows, and are opened, edited, saved and started there', async () => {
      await cypher(`
        create (w:WORKFLOW {name: 'Greeting'}),
          (ask:STEP {id: 'root', function: 'utils.request.request', input: '{"prompt": "Who are you?"}'}),
          (hello:STEP {id: 'hello', function: 'utils.reply.reply', input: '{"message": "Hi @{SESSION_ID}.root.response"}'}),
          (ask)-[:NEXT {priority: 1}]->(hello), (w)-[:HAS]->(ask), (w)-[:HAS]->(hello)`);
      const page = await open('/workflows');
      await page.getByRole('link', { name: 'Greeting' }).first().click();
      const card = page.locator('.react-flow__node[data-id="root"]');
      await card.waitFor();
      expect(await page.locator('.react-flow__edge').count()).toBe(1);
      await card.click();
      const prompt = page.getByRole('textbox', { name: 'Prompt' });
      await expect.poll(() => prompt.textContent()).toBe('Who are you?');
      await prompt.fill('What is your name?');
      await publish(page);
      expect(
        await cypher('match (:WORKFLOW)-[:HAS]->(s:STEP) return s.input as input order by s.id'),
      ).toMatchObject([{}, { input: '{"prompt":"What is your name?"}' }]);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Start' }).click();
      const waiting = page.getByRole('region', { name: 'Waiting for you' });
      await waiting.getByText('What is your name?').first().waitFor();
    });
  },
  { store },
);
