/**
 * The parts of onnxruntime-node that are used. It is an optional package that the product runs without, so its types are not
 * installed.
 */
export type Runtime = {
  InferenceSession: { create(path: string, options: typeof SESSION_OPTIONS): Promise<Session> }
  Tensor: new (type: string, data: Float32Array | Uint8Array | BigInt64Array, dims: readonly number[]) => Tensor
}
export type Tensor = { type: string; data: ArrayLike<number | bigint>; dims: readonly number[] }
export type Session = {
  outputNames: readonly string[]
  /** Dimensions are numbers, or names where any size is accepted. */
  inputMetadata: readonly { name: string; isTensor: boolean; type?: string; shape?: readonly (number | string)[] }[]
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
}

export const RUNTIME_PACKAGE = 'onnxruntime-node'
/** The version with which this was tested. */
const RUNTIME_VERSION = '1.30.0'

/** A model computes on one core, like everything else that nobody waits for. */
export const SESSION_OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' } as const

/**
 * Loads the package. @param name of the package, or the address of a module
 * @throws Error that says what to install, if it is missing or has no program for this machine
 */
export async function loadRuntime(name: string): Promise<Runtime> {
  try {
    const loaded = (await import(name)) as Runtime & { default?: Runtime }
    return loaded.default ?? loaded
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    const what = isMissing
      ? `the optional package ${RUNTIME_PACKAGE} is not installed`
      : `${RUNTIME_PACKAGE} cannot be loaded: ${firstLine(message)}`
    throw new Error(`${what} (npm install --no-save --ignore-scripts ${RUNTIME_PACKAGE}@${RUNTIME_VERSION})`, { cause: error })
  }
}

const LONGEST_MESSAGE_CHARACTERS = 300

export const firstLine = (message: string) => message.split('\n', 1)[0]!.slice(0, LONGEST_MESSAGE_CHARACTERS)
