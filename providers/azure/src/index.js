export * from './start.js';
//# sourceMappingURL=index.js.map