// Run before every file that bootstrap.mjs starts: the end of their channel means that the launcher is gone, and could not pass on
// why. A server that outlived it would keep its store to itself.
import process from 'node:process';

// Processes that are forked inherit the options, and have a channel of their own.
process.execArgv.splice(process.execArgv.indexOf('--import'), 2);
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The file ends by itself, whether or not the launcher still listens.
process.channel?.unref();
