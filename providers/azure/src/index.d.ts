export * from './start.ts';
//# sourceMappingURL=index.d.ts.map