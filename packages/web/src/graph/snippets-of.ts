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
}

export function snippetsOf({ api, workflow, input }: SnippetPlace): readonly Snippet[] {
  const path = `${api}/workflows/${encodeURIComponent(workflow)}/run?wait=30`;
  const body = `{ "input": ${input} }`;
  return [
    {
      id: 'curl',
      label: 'curl',
      text: `curl -X POST '${path}' \\
  -H 'authorization: Bearer YOUR_API_KEY' \\
  -H 'content-type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      text: `const response = await fetch('${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.SKEIN_API_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${body}),
});
const { run } = await response.json();
console.log(run.output);`,
    },
    {
      id: 'python',
      label: 'Python',
      text: `import json, os, urllib.request

request = urllib.request.Request(
    "${path}",
    method="POST",
    headers={
        "authorization": "Bearer " + os.environ["SKEIN_API_KEY"],
        "content-type": "application/json",
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
      "url": "${api}/mcp",
      "headers": { "Authorization": "Bearer YOUR_API_KEY" }
    }
  }
}`,
    },
  ];
}
