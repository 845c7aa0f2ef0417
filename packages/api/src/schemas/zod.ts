// Schemas
// zod compiles its schemas to code where it may. Here it may not: neither in a browser with a strict content security policy,
// nor in a process that forbids code from strings; it would try and fail at every start.
import { z } from 'zod';

z.config({ jitless: true });

export { z };
