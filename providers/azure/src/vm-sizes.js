import { machineResources } from '@skep/sim/provider';
/** GiB of memory per processor, by the family of a size. */
const MEMORY_PER_CPU = { A: 2, B: 4, D: 4, DC: 4, E: 8, EC: 8, F: 2, L: 8, M: 16 };
const SIZE = /^(?:Standard|Basic)_([A-Z]+)(\d+)([a-z]*)/;
/** What a machine of a size has; nothing is said of a size that nobody knows. */
export function resourcesOf(vmSize) {
    const [, family = '', cpus] = SIZE.exec(vmSize) ?? [];
    return cpus === undefined ? {} : machineResources(Number(cpus), Number(cpus) * (MEMORY_PER_CPU[family] ?? 4));
}
/** A `p` among the features of a size stands for Arm. */
export const architectureOf = (vmSize) => (SIZE.exec(vmSize)?.[3]?.includes('p') ? 'arm64' : 'amd64');
//# sourceMappingURL=vm-sizes.js.map