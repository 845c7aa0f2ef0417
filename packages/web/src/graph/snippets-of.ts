// How other programs use a workflow: requests that can be pasted.

export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

export interface SnippetPlace {
  /** Of the API, with its path. */
  readonly api: string;
  readonly workflow: string;
  /** An input as the last run got it, as JSON. */
  readonly input: string;
  /** Whether the server asks for a key; one that is open refuses a key that it does not know. */
  readonly isClosed: boolean;
}

export function snippetsOf(place: SnippetPlace): readonly Snippet[] {
  const { api, workflow, input, isClosed } = place;
  const whenClosed = (line: string) => (isClosed ? line : '');
  const path = `${api}/workflows/${encodeURIComponent(workflow)}/run?wait=30`;
  const body = `{ "input": ${input} }`;
  return [
    {
      id: 'curl',
      label: 'curl',
      text: `curl -X POST '${path}' \\
${whenClosed("  -H 'authorization: Bearer YOUR_API_KEY' \\\n")}  -H 'content-type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      text: `const response = await fetch('${path}', {
  method: 'POST',
  headers: {
${whenClosed('    authorization: `Bearer ${process.env.SKEIN_API_KEY}`,\n')}    'content-type': 'application/json',
  },
  body: JSON.stringify(${body}),
});
const { run } = await response.json();
console.log(run.output);`,
    },
    {
      id: 'python',
      label: 'Python',
      text: `import json, ${whenClosed('os, ')}urllib.request

request = urllib.request.Request(
    "${path}",
    method="POST",
    headers={
${whenClosed('        "authorization": "Bearer " + os.environ["SKEIN_API_KEY"],\n')}        "content-type": "application/json",
    },
    data=json.dumps(json.loads(r"""${body}""")).encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["run"]["output"])`,
    },
    {
      id: 'mcp',
      label: 'MCP',
      text: `{
  "mcpServers": {
    "skein": {
      "type": "http",
      "url": "${api}/mcp"${whenClosed(',\n      "headers": { "Authorization": "Bearer YOUR_API_KEY" }')}
    }
  }
}`,
    },
  ];
}
