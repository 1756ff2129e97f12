export { assessAll } from './assessAll';
export { failedAnswer, fileFailure, queryFailure } from './failures';
export { type AssistantPorts, partiallyRead, type StoreQuery, ToolError, type TriagedFile } from './ports';
export { lookupIndicators, runTool, type ToolAnswer } from './runTool';
export { type ConfirmedValues, lookUpConfirmed, planServiceLookup, type ServicePlan } from './serviceLookup';
export { inputJsonSchema, inputSchemas, isToolName, toolDescriptions, type ToolName } from './tools';
export { triagedRows } from './triagedRows';
