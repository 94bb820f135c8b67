export * from './define.ts';
export { kinds } from './kinds/index.ts';
export * from './list-definition.ts';
export { createRegistry, type Registry } from './registry.ts';
