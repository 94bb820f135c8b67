export * from './define.ts';
export { kinds } from './models/index.ts';
