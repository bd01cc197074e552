// The forward pass of a policy and value network, for WebAssembly with SIMD.
//
// `kahuna.bots.network` defines the network. This file holds one of them per instance, in single
// precision. `tools/build_forward.py` compiles it.

typedef unsigned char byte;
typedef float lanes __attribute__((vector_size(16), aligned(4)));

enum {
  PANEL = 8,   // Columns of a matrix that are stored and multiplied together: two registers.
  TILE = 4,    // Rows of a batch that are multiplied together.
  BATCH = 64,  // Most rows of a batch.
};

extern byte __heap_base;
static byte *top = &__heap_base;

static int num_inputs, width, num_blocks, num_outputs;
static byte *packed;
static float *first, *bias, *blocks, *heads;  // Weights; matrices in panels.
static float *inputs, *stream, *normed, *hidden, *outputs;

static int padded(int columns) { return (columns + PANEL - 1) / PANEL * PANEL; }

static void *allocate(int bytes) {
  const unsigned page = 1 << 16;
  byte *start = (byte *)(((unsigned)top + 15) & ~15u);
  top = start + bytes;
  unsigned pages = ((unsigned)top + page - 1) / page, now = __builtin_wasm_memory_size(0);
  if (pages > now) __builtin_wasm_memory_grow(0, pages - now);
  return start;
}

static float *floats(int num) { return allocate(num * (int)sizeof(float)); }

static int num_weights(void) {
  return width * (num_inputs + 1 + 2 * num_blocks * width + num_outputs);
}

// Convert a number of half precision, given by its two bytes; infinities do not occur.
static float widen(byte low, byte high) {
  union {
    unsigned bits;
    float number;
  } wide = {.bits = (unsigned)((high & 0x7f) << 8 | low) << 13};
  float size = wide.number * 0x1p112f;
  return high & 0x80 ? -size : size;
}

// Unpack a matrix (depth, columns) from the weight `at` into panels; return the next weight.
static int unpack(int at, int depth, int columns, float *to) {
  const byte *low = packed, *high = packed + num_weights();
  for (int row = 0; row < depth; row++)
    for (int column = 0; column < columns; column++, at++)
      to[(column / PANEL * depth + row) * PANEL + column % PANEL] = widen(low[at], high[at]);
  return at;
}

// Reserve memory for a network; return where its packed weights go.
byte *reserve(int inputs_, int width_, int blocks_, int outputs_) {
  num_inputs = inputs_, width = width_, num_blocks = blocks_, num_outputs = outputs_;
  first = floats(num_inputs * width);
  bias = floats(width);
  blocks = floats(2 * num_blocks * width * width);
  heads = floats(width * padded(num_outputs));
  inputs = floats(BATCH * num_inputs);
  stream = floats(BATCH * width);
  normed = floats(BATCH * width);
  hidden = floats(BATCH * width);
  outputs = floats(BATCH * padded(num_outputs));
  return packed = allocate(2 * num_weights());
}

// Unpack the weights, in the order of the file.
void load(void) {
  int at = unpack(0, num_inputs, width, first);
  at = unpack(at, 1, width, bias);
  for (int i = 0; i < 2 * num_blocks; i++) at = unpack(at, width, width, blocks + i * width * width);
  unpack(at, width, num_outputs, heads);
}

static inline __attribute__((always_inline)) void multiply_tile(
    int rows, const float *x, int depth, const float *panel, float *to, int stride) {
  lanes sums[TILE][2];
  for (int row = 0; row < rows; row++) sums[row][0] = sums[row][1] = (lanes){0, 0, 0, 0};
  for (int k = 0; k < depth; k++) {
    lanes left = *(const lanes *)(panel + k * PANEL), right = *(const lanes *)(panel + k * PANEL + 4);
    for (int row = 0; row < rows; row++) {
      float number = x[row * depth + k];
      lanes factor = {number, number, number, number};
      sums[row][0] += factor * left;
      sums[row][1] += factor * right;
    }
  }
  for (int row = 0; row < rows; row++)
    for (int half = 0; half < 2; half++) *(lanes *)(to + row * stride + 4 * half) = sums[row][half];
}

// Multiply rows (num, depth) by a matrix in panels.
static void multiply(const float *x, int num, int depth, const float *matrix, int columns, float *to) {
  int stride = padded(columns);
  for (int column = 0; column < stride; column += PANEL, matrix += depth * PANEL) {
    int row = 0;
    for (; row + TILE <= num; row += TILE)
      multiply_tile(TILE, x + row * depth, depth, matrix, to + row * stride + column, stride);
    for (; row < num; row++)
      multiply_tile(1, x + row * depth, depth, matrix, to + row * stride + column, stride);
  }
}

// RMS normalisation of the stream.
static void norm(int num) {
  for (int row = 0; row < num; row++) {
    const float *x = stream + row * width;
    float square = 0;
    for (int i = 0; i < width; i++) square += x[i] * x[i];
    float factor = 1 / __builtin_sqrtf(square / width + 1e-6f);
    for (int i = 0; i < width; i++) normed[row * width + i] = x[i] * factor;
  }
}

float *input_rows(void) { return inputs; }
float *output_rows(void) { return outputs; }
int batch(void) { return BATCH; }
// Numbers from one output row to the next.
int output_stride(void) { return padded(num_outputs); }

// Evaluate the first `num` input rows. The expected result comes as its inverse hyperbolic tangent.
void forward(int num) {
  multiply(inputs, num, num_inputs, first, width, stream);
  for (int row = 0; row < num; row++)
    for (int i = 0; i < width; i++) stream[row * width + i] += bias[i];
  for (int block = 0; block < num_blocks; block++) {
    const float *matrices = blocks + 2 * block * width * width;
    norm(num);
    multiply(normed, num, width, matrices, width, hidden);
    for (int i = 0; i < num * width; i++) hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
    multiply(hidden, num, width, matrices + width * width, width, normed);
    for (int i = 0; i < num * width; i++) stream[i] += normed[i];
  }
  norm(num);
  multiply(normed, num, width, heads, num_outputs, outputs);
}
