/** A number, or a share such as `25%` of a total. Throws for a text that is neither. */
export declare function scaled(value: number | string, total: number, round: 'up' | 'down'): number
//# sourceMappingURL=counts.d.ts.map
