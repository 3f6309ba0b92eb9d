// A server with one tool whose schema few clients take: a property that is
// just "true". MCP Inspector's --strict must refuse it.
import { createInterface } from 'node:readline';

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'unportable', version: '0' },
  }),
  'tools/list': () => ({
    tools: [{ name: 'anything', description: 'Takes anything', inputSchema: { type: 'object', properties: { value: true } } }],
  }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }) + '\n');
});
