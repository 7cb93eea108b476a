export {}
//# sourceMappingURL=parts.js.map
