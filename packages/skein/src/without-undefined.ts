export { withoutUndefined, type OrUndefined } from '@skein/ports';
