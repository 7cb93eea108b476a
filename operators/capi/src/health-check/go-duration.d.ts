/** A duration as Go prints it: `8m0s`, `1h0m0s`, `30s`, `1.5s`. */
export declare function goDuration(ms: number): string
//# sourceMappingURL=go-duration.d.ts.map
