export { type AssistantPorts, partiallyRead, type StoreQuery, ToolError, type TriagedFile } from './ports';
export { runTool, type ToolAnswer } from './runTool';
export { inputJsonSchema, inputSchemas, isToolName, toolDescriptions, type ToolName } from './tools';
