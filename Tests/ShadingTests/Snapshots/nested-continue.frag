#version 400
// continue is an exit out of a block that ends before the loop's step.
uniform int rows, columns;
out float result;
void main() {
    int odd = 0;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (((x + y) & 1) == 0) continue;
            odd++;
        }
    }
    result = float(odd);
}
