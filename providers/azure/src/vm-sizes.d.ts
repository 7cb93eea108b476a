/** What a machine of a size has; nothing is said of a size that nobody knows. */
export declare function resourcesOf(vmSize: string): Record<string, string>;
/** A `p` among the features of a size stands for Arm. */
export declare const architectureOf: (vmSize: string) => string;
//# sourceMappingURL=vm-sizes.d.ts.map