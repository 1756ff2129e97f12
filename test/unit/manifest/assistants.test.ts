import assert from 'node:assert/strict';
import { inputJsonSchema, isToolName, toolDescriptions } from '../../../src/core/assistant';
import { manifest } from '../../harness/manifest';

const prefix = 'threat-lookups_';

describe('The tools for language models in the manifest', () => {
  const { languageModelTools: tools } = manifest.contributes;

  it('are those of the MCP server, with the same descriptions and schemas', () => {
    assert.deepEqual(
      tools.map(({ name, displayName, modelDescription, inputSchema }) => ({
        name: name.slice(prefix.length),
        title: displayName,
        description: modelDescription,
        inputSchema,
      })),
      toolDescriptions.map((tool) => ({ ...tool, inputSchema: inputJsonSchema(tool.name) })),
    );
  });

  it('can be referenced in prompts, each by its own name', () => {
    for (const { name, toolReferenceName, userDescription, canBeReferencedInPrompt, icon } of tools) {
      assert.ok(name.startsWith(prefix) && isToolName(name.slice(prefix.length)), name);
      assert.match(toolReferenceName, /^[a-z][A-Za-z]+$/);
      assert.ok(canBeReferencedInPrompt && userDescription.endsWith('.'), name);
      assert.match(icon, /^\$\([a-z-]+\)$/);
    }
    assert.equal(new Set(tools.map(({ toolReferenceName }) => toolReferenceName)).size, tools.length);
  });
});
